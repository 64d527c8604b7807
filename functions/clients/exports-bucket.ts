import { environment } from "../runtime/environment.ts";

/** The bucket of exports: of the files people asked for, and of the table's own. */
export const exportsBucket = (): string => environment("EXPORTS_BUCKET");
