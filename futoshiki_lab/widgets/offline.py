"""What a page would load from elsewhere: left out, and named where it stood."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup

_FETCHED = ("src", "srcset", "poster", "data", "background")  # attributes whose address is loaded
_LINKED = ("link", "image", "use", "feimage", "base")  # elements whose href is
_MEDIA = ("video", "audio", "picture", "svg")  # nothing written inside of them is seen
_CSS = re.compile(r"(?:url\(|@import)\s*['\"]?\s*((?:https?:)?//[^'\")\s;]+)", re.IGNORECASE)


def keep_inside(html: str, folder: Path) -> tuple[str, list[str]]:
    """A page that loads nothing, and the addresses of what it would have loaded.

    Parameters
    ----------
    folder : where pictures that are named without a server lie; they come into the page.
    """
    soup = BeautifulSoup(html, "html.parser", multi_valued_attributes=None)
    left_out: list[str] = []
    for element in soup.find_all(True):
        given: Any = {} if element.decomposed else element.attrs
        css = element.string if element.name == "style" else given.get("style")
        left_out += _CSS.findall(css or "")  # the policy keeps them from being loaded
        local = _embed(folder, given.get("src", "")) if element.name == "img" else ""
        if local:
            element["src"] = local
        elif address := _find_address(element.name, given):
            left_out.append(address)
            said = f"Left out, as it is not in this page: {address}"
            named = soup.new_tag("span", attrs={"class": "fsl-absent"}, string=said)
            media = [parent for parent in element.find_parents() if parent.name in _MEDIA]
            place: Any = media[-1] if media else element
            while getattr(place.next_sibling, "attrs", None) == named.attrs:
                place = place.next_sibling  # what was left out before it
            place.insert_after(named)
            element.decompose()
    return str(soup), list(dict.fromkeys(left_out))


def _embed(folder: Path, address: str) -> str:
    """A picture's file as an address that holds it; empty if there is none."""
    kind = guess_type(address)[0]
    try:
        data = (folder / address).read_bytes() if kind and address else b""
    except (OSError, ValueError):
        return ""
    return f"data:{kind};base64,{b64encode(data).decode()}" if data else ""


def _find_address(tag: str, given: Mapping[str, str]) -> str:
    """The address that an element would load; empty if there is none, or the page holds it."""
    if tag == "meta" and given.get("http-equiv", "").lower() == "refresh":
        return given.get("content", "")
    for name in (*_FETCHED, *(("href", "xlink:href") if tag in _LINKED else ())):
        address = given.get(name, "").strip()
        if address and not address.lower().startswith(("data:", "blob:", "about:", "#")):
            return address
    return ""
