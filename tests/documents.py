"""Documents for tests, made as they are needed."""

import zipfile
import zlib
from io import BytesIO

import docx
from pypdf import PdfReader, PdfWriter

PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)
JPEG = b"\xff\xd8\xff\xe0" + bytes(40)


def pdf(*pages: str) -> bytes:
    """A PDF with a line of ASCII on each page."""
    kids = " ".join(f"{4 + 2 * nth} 0 R" for nth in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {len(pages)} /Kids [{kids}] >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for nth, line in enumerate(pages):
        drawn = f"BT /F1 12 Tf 72 720 Td ({line}) Tj ET"
        objects += [
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * nth} 0 R >>",
            f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream",
        ]
    out, places = "%PDF-1.4\n", []
    for number, one in enumerate(objects, start=1):
        places.append(len(out))
        out += f"{number} 0 obj\n{one}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    size = len(objects) + 1
    out += f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n"
    begin = len(out) - len(table) - len(f"xref\n0 {size}\n0000000000 65535 f \ntrailer\n")
    return f"{out}<< /Size {size} /Root 1 0 R >>\nstartxref\n{begin}\n%%EOF\n".encode()


def swollen_pdf() -> bytes:
    """A PDF of some kilobytes whose only page unpacks to 260 MB."""
    page = pdf("x")
    begin, end = page.index(b"<< /Length"), page.index(b"endstream")
    packed = zlib.compress(b"BT (x) Tj ET " * 20_000_000, 9)
    head = f"<< /Length {len(packed)} /Filter /FlateDecode >>\nstream\n".encode()
    return page[:begin] + head + packed + b"\n" + page[end:]


def encrypted_pdf(line: str, password: str = "a password") -> bytes:
    """With "" as the password anybody can read it, though not change it, as banks like it."""
    writer = PdfWriter(clone_from=PdfReader(BytesIO(pdf(line))))
    writer.encrypt(password, "the owner's", algorithm="AES-256")
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def word(*paragraphs: str, table: tuple[str, ...] = ()) -> bytes:
    """A Word document of paragraphs, and at its end a table of one row."""
    document = docx.Document()
    for one in paragraphs:
        document.add_paragraph(one)
    if table:
        cells = document.add_table(1, len(table)).rows[0].cells
        for cell, text in zip(cells, table, strict=True):
            cell.text = text
    out = BytesIO()
    document.save(out)
    return out.getvalue()


def bomb() -> bytes:
    """A Word document of some hundred kilobytes that unpacks to more than 200 MB."""
    out = BytesIO()
    with (
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed,
        packed.open("word/document.xml", "w") as member,
    ):
        for _ in range(210):
            member.write(bytes(1_000_000))
    return out.getvalue()
