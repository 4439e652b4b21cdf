/** Where a file of this package is: of its modules, or of the bundle, which lie as deep. */
import { fileURLToPath } from "node:url";

export const packageFile = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));
