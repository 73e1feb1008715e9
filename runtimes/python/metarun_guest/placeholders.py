"""Placeholder addresses, which belong to no machine: the host resolves names when it connects, so each name needs one
until then.
"""

import itertools
from typing import Optional

# 198.18.0.0/15 is reserved and belongs to no machine.
_RANGE = ("198.18.", "198.19.")
_MOST = 4096


class Placeholders:
    """The names that were looked up, by address. When the addresses run out, the oldest are reused."""

    def __init__(self) -> None:
        self._addresses: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._next = itertools.count(1)

    def assign_address(self, name: str) -> str:
        """Returns the address of a name, and assigns one to a new name."""
        address = self._addresses.get(name)
        if address is None:
            number = next(self._next) % 2**17
            address = f"198.{18 + (number >> 16)}.{number >> 8 & 255}.{number & 255}"
            self.keep(name, address)
        return address

    @staticmethod
    def may_have(host: str) -> bool:
        """Returns whether an address is in the range of placeholders."""
        return host.rpartition(":")[2].startswith(_RANGE)

    def known(self, name: str) -> Optional[str]:
        return self._addresses.get(name)

    def keep(self, name: str, address: str) -> None:
        self._addresses.pop(self._names.pop(address, ""), None)
        if len(self._names) >= _MOST:
            self._addresses.pop(self._names.pop(next(iter(self._names))), None)
        self._addresses[name], self._names[address] = address, name

    def restore_host(self, host: str) -> str:
        """Returns the name for which `host` is the placeholder, otherwise `host` itself."""
        return self._names.get(host.rpartition(":")[2], host)
