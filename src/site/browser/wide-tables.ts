// Let a wide table scroll on a small screen, also by keyboard.
for (const table of document.querySelectorAll<HTMLElement>('.prose table:has(td:nth-child(4))')) table.tabIndex = 0;
