"""Packs students' pages so that Moodle gives each to whom it is of.

"Upload multiple feedback files in a zip" takes folders that are named as those of "Download all
submissions", ``Ada Lovelace_12345_assignsubmission_file_``. Moodle splits the name at underscores
and finds the student by the second part, the participant's number of this assignment; Moodle before
4.1 also needs the underscore at the end, which it wrote itself. So a folder keeps its name, but for
underscores within the student's, which become spaces. Whose work came in the folder of a team, as
``Team Blue_77``, has one of the number that the grading worksheet says: the folder's own is the
team's, and may be another participant's. Who has no number is left out. See
https://github.com/moodle/moodle/blob/main/mod/assign/feedback/file/importziplib.php.

Canvas takes a zip, too, of files named as those that it saves, and attaches each to a comment. But
it shows each by the name of the student's own file with that number: a page would be a
``layer_norm.py`` that holds HTML. So there is no zip for Canvas. See
``infer_comment_context_from_filename`` in
https://github.com/instructure/canvas-lms/blob/master/app/models/abstract_assignment.rb.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from .gradebook import Gradebook, encoded
from .layouts import MOODLE, Place
from .submissions import Work

MOODLE_ZIP = "moodle-feedback.zip"
PAGE = "feedback.html"
"""What Moodle shows students as the name of their page."""
WRITTEN = (1980, 1, 1, 0, 0, 0)
"""The time that is noted of each file, so that the same pages give the same zip."""


def moodle_folders(places: Iterable[Place]) -> dict[str, str]:
    """Return the names of Moodle's folders, by the student's key, where they have a number."""
    found: dict[str, str] = {}
    for place in places:
        moodle = MOODLE.fullmatch(place.path.name)
        if moodle and moodle["id"]:
            end = moodle.start("file") if moodle["file"] else None
            name, rest = moodle["name"], place.path.name[moodle.end("name") : end]
            found.setdefault(place.student.key, name.replace("_", " ") + rest)
    return found


def moodle_folder(book: Gradebook, work: Work) -> str:
    """Return the folder in which Moodle finds a student's page; "" if there is no number for it.

    Who handed nothing in gets a page only if Moodle has a folder of theirs.
    """
    student, person = work.student, book.people[work.student.key]
    if student.in_moodle and student.key in book.moodle_folders:
        return book.moodle_folders[student.key]
    from_moodle = bool(book.moodle_folders) and bool(work.submissions or work.not_understood)
    if not from_moodle or not person.participant:
        return ""
    return f"{re.sub(r'[_/]', ' ', student.name)}_{person.participant}_assignsubmission_file_"


def handback_of(book: Gradebook, files: Mapping[str, str]) -> dict[str, bytes]:
    """Return the zip for Moodle, by its name; nothing, if no work came from there.

    ``files`` has the students' pages.
    """
    packed = {
        f"{folder}/{PAGE}": files[book.feedback_files[work.student.key]]
        for work in book.works
        if (folder := moodle_folder(book, work))
    }
    return {MOODLE_ZIP: _zip(packed)} if packed else {}


def _zip(files: Mapping[str, str]) -> bytes:
    """Return files as a zip."""
    written = io.BytesIO()
    with ZipFile(written, "w") as archive:
        for name, text in files.items():
            info = ZipInfo(encoded(name).decode("utf-8"), WRITTEN)
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, encoded(text))
    return written.getvalue()
