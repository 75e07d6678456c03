import { writeFileSync } from "node:fs";
import { manualPages } from "./pages.ts";

// `npm run docs`: writes the pages of the manual that follow from the code. A test compares them with the code.

for (const [file, page] of Object.entries(manualPages())) writeFileSync(file, page);
