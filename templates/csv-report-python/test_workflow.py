import random
import unittest

from metarun.testing import run_task

HEAD = "order_id,date,region,product,quantity,unit_price\n"


class CsvReport(unittest.TestCase):
    def test_the_order_of_the_rows_does_not_matter(self):
        rows = [f"{n},2026-01-{n % 28 + 1:02},North,Cup,{n},4.35\n" for n in range(1, 200)]
        before = run_task(files={"/sales.csv": HEAD + "".join(rows)})
        random.Random(7).shuffle(rows)
        after = run_task(files={"/sales.csv": HEAD + "".join(rows)})
        self.assertEqual(before.status, "success")
        self.assertEqual(before.result["revenue"], "86565.00")
        self.assertEqual(before.files["/reports/sales.md"], after.files["/reports/sales.md"])

    def test_text_that_is_no_utf_8_is_refused(self):
        outcome = run_task(files={"/sales.csv": (HEAD + "1,2026-01-05,Süd,Cup,1,4.50\n").encode("latin-1")})
        self.assertEqual(outcome.error.message, "ValueError: /sales.csv is not UTF-8 text")


if __name__ == "__main__":
    unittest.main()
