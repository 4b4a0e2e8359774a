"""Markdown to HTML, as far as the project's pages use it: headings, paragraphs, lists, tables, code, links, pictures.

There is no dependency, so that the site can be built wherever the tool can. Raw HTML is escaped, but for sub and sup.
"""
import html
import re

FENCE = re.compile(r"^( *)(```+)\s*(.*?)\s*$")
HEADING = re.compile(r"^(#{1,6}) +(.*?) *#*$")
ITEM = re.compile(r"^( *)([-*+]|\d+[.)]) +(.*)$")
ROW = re.compile(r"^ *\|.*\| *$")
RULE = re.compile(r"^ *\|[ :|-]+\| *$")
PIPE = re.compile(r"(?<!\\)\|")
STASH = "\x00{}\x00"


def slug(title):
    """The anchor of a heading, as forges make it."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).replace("`", "").replace("*", "")
    plain = re.sub(r"<[^>]+>", "", plain).strip().lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


class Inline:
    """Text within a block. `link` maps the target of a link or picture to the one in the site."""

    def __init__(self, link):
        self.link, self.kept = link, []

    def keep(self, markup):
        self.kept.append(markup)
        return STASH.format(len(self.kept) - 1)

    def convert(self, text):
        text = re.sub(r"(`+)(.+?)\1", lambda m: self.keep(f"<code>{html.escape(m[2].strip())}</code>"), text)
        text = re.sub(r"\\([\\`*_{}\[\]()#+.!|<>-])", lambda m: self.keep(html.escape(m[1])), text)
        text = re.sub(r"<(https?://[^>]+)>", lambda m: self.keep(f'<a href="{html.escape(m[1])}">{html.escape(m[1])}</a>'), text)
        text = re.sub(r"</?su[bp]>", lambda m: self.keep(m[0]), text)
        text = html.escape(text, quote=False)
        text = re.sub(r"!\[([^\]]*)\]\(([^)\s]+)\)", self.picture, text)
        text = re.sub(r"\[((?:[^\]\[]|\[[^\]]*\])*)\]\(([^)\s]+)\)", self.anchor, text)
        text = re.sub(r"\*\*(?=\S)(.+?)(?<=\S)\*\*", r"<strong>\1</strong>", text)
        text = re.sub(r"(?<![\w*])\*(?=[^\s*])(.+?)(?<=[^\s*])\*(?![\w*])", r"<em>\1</em>", text)
        return self.restore(text)

    def picture(self, match):
        return self.keep(f'<img src="{html.escape(self.link(match[2]))}" alt="{html.escape(self.restore(match[1]))}">')

    def anchor(self, match):
        return self.keep(f'<a href="{html.escape(self.link(match[2]))}">') + match[1] + self.keep("</a>")

    def restore(self, text):
        while "\x00" in text:
            text = re.sub("\x00(\\d+)\x00", lambda m: self.kept[int(m[1])], text)
        return text


class Page:
    """Converts a page; `headings` and `sections` (anchor, heading, text) are there afterwards."""

    def __init__(self, text, link):
        self.lines, self.link, self.headings, self.seen = text.splitlines(), link, [], {}
        self.body = self.blocks(self.lines)

    def inline(self, text):
        return Inline(self.link).convert(text)

    def blocks(self, lines):
        out, index = [], 0
        while index < len(lines):
            taken, markup = self.block(lines, index)
            if markup:
                out.append(markup)
            index += taken
        return "\n".join(out)

    def block(self, lines, index):
        """(number of lines taken, their markup)."""
        line = lines[index]
        if not line.strip():
            return 1, ""
        if FENCE.match(line):
            return self.fence(lines, index)
        if HEADING.match(line):
            return 1, self.heading(HEADING.match(line))
        if ROW.match(line) and index + 1 < len(lines) and RULE.match(lines[index + 1]):
            return self.table(lines, index)
        if ITEM.match(line):
            return self.list(lines, index)
        if line.startswith("    "):
            taken = next((k for k, other in enumerate(lines[index:]) if other.strip() and not other.startswith("    ")), len(lines) - index)
            code = "\n".join(other[4:] for other in lines[index:index + taken]).rstrip()
            return taken, f"<pre><code>{html.escape(code)}</code></pre>"
        return self.paragraph(lines, index)

    def fence(self, lines, index):
        indent = FENCE.match(lines[index])[1]
        end = next((k for k in range(index + 1, len(lines)) if FENCE.match(lines[k]) and not FENCE.match(lines[k])[3]), len(lines))
        body = [line[len(indent):] if line.startswith(indent) else line for line in lines[index + 1:end]]
        code = "\n".join(f"<b>{html.escape(line)}</b>" if line.startswith("$ ") else html.escape(line) for line in body)
        return end - index + 1, f"<pre><code>{code}</code></pre>"

    def heading(self, match):
        level, title = len(match[1]), match[2]
        name = slug(title)
        count = self.seen[name] = self.seen.get(name, -1) + 1
        name = f"{name}-{count}" if count else name
        self.headings.append((level, name, re.sub(r"<[^>]+>", "", self.inline(title))))
        return f'<h{level} id="{name}">{self.inline(title)}</h{level}>'

    def table(self, lines, index):
        end = index
        while end < len(lines) and ROW.match(lines[end]):
            end += 1
        rows = [[cell.strip().replace("\\|", "|") for cell in PIPE.split(line.strip()[1:-1])] for line in lines[index:end]]
        aligned = [' class="number"' if cell.endswith(":") and not cell.startswith(":") else "" for cell in rows[1]]
        aligned += [""] * max(len(row) for row in rows)
        def row_markup(row, tag):
            return "<tr>" + "".join(f"<{tag}{aligned[k]}>{self.inline(cell)}</{tag}>" for k, cell in enumerate(row)) + "</tr>"
        head = row_markup(rows[0], "th")
        body = "\n".join(row_markup(row, "td") for row in rows[2:])
        return end - index, f'<div class="wide"><table><thead>{head}</thead><tbody>\n{body}\n</tbody></table></div>'

    def list(self, lines, index):
        first = ITEM.match(lines[index])
        indent, ordered = len(first[1]), first[2][0].isdigit()
        items, position = [], index
        while position < len(lines):
            match = ITEM.match(lines[position])
            if not (match and len(match[1]) == indent):
                break
            hang = len(lines[position]) - len(match[3])
            body, position = [match[3]], position + 1
            while position < len(lines) and self.belongs(lines, position, indent):
                line = lines[position]
                body.append(line[min(hang, len(line) - len(line.lstrip())):])
                position += 1
            while body and not body[-1].strip():
                body.pop()
            inner = self.blocks(body)
            items.append("<li>" + re.sub(r"^<p>(.*?)</p>", r"\1", inner, count=1, flags=re.DOTALL) + "</li>")
        tag = "ol" if ordered else "ul"
        return position - index, f"<{tag}>\n" + "\n".join(items) + f"\n</{tag}>"

    @staticmethod
    def belongs(lines, position, indent):
        """Whether a line goes on with the item above, which is indented so far."""
        line = lines[position]
        if line.strip():
            deeper = len(line) - len(line.lstrip()) > indent
            return deeper or not (ITEM.match(line) or HEADING.match(line) or FENCE.match(line) or not lines[position - 1].strip())
        following = next((other for other in lines[position:] if other.strip()), "")
        return len(following) - len(following.lstrip()) > indent

    def paragraph(self, lines, index):
        end = index + 1
        while end < len(lines) and lines[end].strip() and not (HEADING.match(lines[end]) or FENCE.match(lines[end]) or ITEM.match(lines[end])
                                                                 or (ROW.match(lines[end]) and end + 1 < len(lines) and RULE.match(lines[end + 1]))):
            end += 1
        return end - index, f"<p>{self.inline(chr(10).join(line.strip() for line in lines[index:end]))}</p>"
