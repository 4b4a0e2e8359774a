"""The law of `crowfly convert`: what is read, written in either syntax and read again is the same network with the same
queries."""
import pathlib

SYNTAXES = ("xta", "xml")
KEPT_QUERY_PARTS = ("text", "kind", "expected")


def kept_queries(info):
    """Line breaks and blanks of a formula are not kept: XTA has one formula per line. Text that is no query is kept as a comment."""
    def kept(value):
        return " ".join(value.split()) if isinstance(value, str) else value

    return [{part: kept(query[part]) for part in KEPT_QUERY_PARTS} for query in info["queries"] if query["kind"] != "not a query"]


def difference(before, after):
    """What differs between two documents of `crowfly info --json`, or None."""
    if before["digest"] == after["digest"]:
        return None
    parts = ("counts", "features", "processes", "variables", "clocks", "channels")
    differing = [part for part in parts if before[part] != after[part]]
    return f"another network ({', '.join(differing) or 'the same but for its behaviour'})"


def findings(tool, model, before, folder, has_own_queries):
    """`before` is what info says about the model. The converted files are written to `folder`. A model in a language that is
    only read is refused."""
    if before["format"] == "tck":
        if [entry["code"] for entry in tool.convert(model, "xml", pathlib.Path(folder) / "refused.xml")] != ["E093"]:
            yield "is not refused by convert"
        return
    for syntax in SYNTAXES:
        target = pathlib.Path(folder) / f"{model.stem}.{syntax}"
        complaints = tool.convert(model, syntax, target)
        if complaints:
            yield f"cannot be written as {syntax}: {complaints[0]['message']}"
            continue
        code, after = tool.ask("info", target)
        if code:
            first = after["diagnostics"][0]
            yield f"written as {syntax} it cannot be read: {first['line']}:{first['column']}: {first['message']}"
            continue
        reason = difference(before, after)
        if reason:
            yield f"written as {syntax} it is {reason}"
        if has_own_queries and kept_queries(before) != kept_queries(after):
            yield f"written as {syntax} it has other queries"
