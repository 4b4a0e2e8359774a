// Whether the page has room for columns. Without it, that of a telephone, one tab is shown at a time.

import { signal } from "@preact/signals";

const query = matchMedia("(max-width: 899px)");

export const narrow = signal(query.matches);
query.addEventListener("change", () => (narrow.value = query.matches));
