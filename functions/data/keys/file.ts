import { beginning, key } from "./key.ts";

/** The items of an upload, and the question that each key answers. */
export const fileKeys = {
  file: (objectKey: string) => key(`FILE#${objectKey}`, "META"),
  /** That a credential's details or criteria hold the upload: whoever may read them may read it. */
  fileUse: (objectKey: string, cred_id: string) => key(`FILE#${objectKey}`, `CREDENTIAL#${cred_id}`),
  /** All credentials that hold an upload. */
  fileUses: (objectKey: string) => beginning(`FILE#${objectKey}`, "CREDENTIAL#"),
};
