"""How tables of students are headed: by Canvas, and by Moodle in the languages that it speaks.

Moodle heads what it exports in its user's language. These are the words of its language packs, as
https://github.com/projectestac/odissea keeps those of Moodle 4.5 in ``html/langpacks``:
``fullname``, ``firstname``, ``lastname``, ``email`` and ``idnumber`` of ``moodle.php``, and
``recordid``, ``maxgrade`` and ``hiddenuser`` of ``assign.php``. ``ID`` is Canvas's number, and in
German and Japanese Moodle's: what stands below it tells.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

OF_FIELDS: Mapping[str, tuple[str, ...]] = {
    "folder": ("folder",),
    "canvas_id": ("id",),
    "sis_user_id": ("sis user id",),
    "sis_login_id": ("sis login id",),
    "section": ("section",),
    "name": (
        *("student", "name", "full name", "vollständiger name", "nom complet", "nombre completo"),
        *("nome completo", "volledige naam", "fullständigt namn", "izen osoa", "nume complet"),
        *("visas pavadinimas", "tam adı", "πλήρες όνομα", "полное имя", "повна назва"),
        *("フルネーム", "전체 이름", "全名", "الاسم كاملا", "ًالاسم كاملا"),
    ),
    "first": (
        "firstname",
        *("first name", "vorname", "prénom", "nombre", "nome", "nom", "voornaam", "förnamn"),
        *("izena", "prenume", "vardas", "adı", "imię", "μικρό/βαπτιστικό όνομα", "имя", "ім'я"),
        *("名", "이름", "الاسم الأول"),
    ),
    "last": (
        "lastname",
        *("last name", "surname", "nachname", "nom de famille", "apellido(s)", "apellidos"),
        *("cognome", "cognoms", "apelido", "apelidos", "sobrenome", "achternaam", "efternamn"),
        *("abizena(k)", "nume de familie", "pavardė", "soyadı", "nazwisko", "επίθετο"),
        *("фамилия", "прізвище", "姓", "성", "الاسم الأخير"),
    ),
    "participant": (
        *("identifier", "identifiant", "identificador", "identificativo", "identificatie"),
        *("identifierare", "identifikatzailea", "identificator", "identifikatorius"),
        *("tanımlayıcı", "αναγνωριστικό", "идентификатор", "ідентифікатор", "식별자", "标识符"),
        "المُعرَّف",
    ),
    "maximum": (
        *("maximum grade", "bestwertung", "note maximale", "calificación máxima"),
        *("valutazione massima", "qualificació màxima", "cualificación máxima", "nota máxima"),
        *("maximaal cijfer", "maxbetyg", "gehieneko kalifikazioa", "notă maximă"),
        *("didžiausias įvertinimas", "enyüksek not", "μέγιστος βαθμός", "максимальная оценка"),
        *("максимальна оцінка", "最大評点", "최대 성적", "最高分", "أعلى تقدير"),
    ),
    "email": (
        *("email address", "e-mail-adresse", "adresse de courriel", "dirección de correo"),
        *("indirizzo email", "adreça electrònica", "enderezo de correo", "e-mail", "e-mailadres"),
        *("e-postadress", "helbide elektronikoa", "adresa de e-mail", "el. pašto adresas"),
        *("e-posta adresi", "διεύθυνση ηλε.ταχυδρομείου", "адрес электронной почты"),
        *("електронна пошта", "メールアドレス", "이메일 주소", "电子邮件地址"),
        "عنوان البريد الإلكتروني",
    ),
    "id_number": (
        *("id number", "id-nummer", "numéro d’identification", "número de id", "número id"),
        *("codice identificativo", "número de identificação (id)", "nummer (id)", "id nummer"),
        *("id zenbakia", "număr id", "id numeris", "id numarası", "αναγνωριστικός αριθμός"),
        *("индивидуальный номер", "індивідуальний номер", "idナンバ", "id 번호", "学号"),
        "رقم المُعرَّف",
    ),
}
"""The headings of each field of a `Person`, and of the two parts of a name, in lower case."""

PARTICIPANTS = frozenset(
    {"participant", "participante", "partecipante", "deelnemer", "deltagare", "partaidea"}
    | {"dalyvis", "katılımcı", "συμμετέχων", "участник", "учасник", "参加者", "참가자", "参与人"}
    | {"المشارك", "teilnehmer/in", "teilnehmer*in", "teilnehmer:in", "teilnehmer"}
)
"""What Moodle calls a participant, before the number in the column of identifiers."""
IDENTIFIER = re.compile(r"(?P<word>.*?)\s*(?P<number>\d+)", re.DOTALL)


def composed(text: str) -> str:
    """Return a text with each letter and its accents in one character, where there is one.

    macOS, and what was packed there, has ``ë`` in two: the same to the eye, and another name.
    """
    return unicodedata.normalize("NFC", text)


def plain(heading: str) -> str:
    """Return a heading as it is compared: without cases of letters, and differences of spaces."""
    return " ".join(composed(heading).casefold().split())


FIELDS: Mapping[str, str] = {
    plain(heading): field for field, headings in OF_FIELDS.items() for heading in headings
}
"""The field for each heading."""


def number_of(identifier: str) -> str:
    """Return the number in an identifier of Moodle's, as ``Participant 123``, in any language."""
    found = IDENTIFIER.fullmatch(identifier)
    return found["number"] if found else identifier


def is_participant(identifier: str) -> bool:
    """Whether a text is an identifier of Moodle's by the word that it begins with."""
    found = IDENTIFIER.fullmatch(identifier)
    return found is not None and plain(found["word"]) in PARTICIPANTS
