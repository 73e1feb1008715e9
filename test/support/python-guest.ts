/** Runs unit tests of the Python guests in the plain interpreter: many tests in one process, without a runtime. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Runs the tests of a file with `unittest` and prints the id and the error, or "", of each. */
const RUN = `
import importlib.util, io, json, sys, unittest
sys.path[:0] = sys.argv[2:]
spec = importlib.util.spec_from_file_location("tests", sys.argv[1])
module = importlib.util.module_from_spec(spec)
sys.modules["tests"] = module
spec.loader.exec_module(module)

class Results(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.found = {}
    def startTest(self, test):
        self.found[test.id()] = ""
    def addFailure(self, test, error):
        self.found[test.id()] = self._exc_info_to_string(error, test)
    addError = addFailure
    def addSubTest(self, test, subtest, error):
        if error is not None:
            self.found[test.id()] += f"{subtest}\\n{self._exc_info_to_string(error, subtest)}"

results = Results()
printed, sys.stdout = sys.stdout, io.StringIO()
unittest.defaultTestLoader.loadTestsFromModule(module).run(results)
json.dump(list(results.found.items()), printed)
`;

/** Returns the tests of a Python file: the name of each as a sentence, and its error, or ''. */
export function testsOfPython(file: string): [name: string, wrong: string][] {
  const folders = ['python', 'python-author', 'programs', 'testing/python'];
  const paths = folders.map((folder) => resolve('runtimes', folder));
  const args = ['-I', '-B', '-X', 'utf8', '-c', RUN, resolve(file), ...paths];
  const found = execFileSync('python3', args, { encoding: 'utf8', timeout: 120_000 });
  return (JSON.parse(found) as [string, string][]).map(([id, wrong]) => [
    id.replace(/^.*\.test_/, '').replaceAll('_', ' '),
    wrong,
  ]);
}
