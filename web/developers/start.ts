import { followDevice } from "../session/preferences.ts";

followDevice();
// the examples work as they stand: they name the address under which they are read
for (const place of document.querySelectorAll("[data-origin]")) place.textContent = location.origin;
