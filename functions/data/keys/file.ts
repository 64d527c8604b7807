import { beginning, key } from "./key.ts";

/** The items of an upload, and the question that each key answers. */
export const fileKeys = {
  file: (objectKey: string) => key(`FILE#${objectKey}`, "META"),
  /** That a credential's details or criteria hold the upload: whoever may read them may read it. */
  fileUse: (objectKey: string, cred_id: string) => key(`FILE#${objectKey}`, `CREDENTIAL#${cred_id}`),
  /** Of no item: by it the object is named where it is looked at beside the items. */
  storedObject: (objectKey: string) => key(`OBJECT#${objectKey}`, "META"),
  /** That somebody has begun an upload in parts and not finished it. */
  begun: (user_id: string, file_id: string) => key(`USER#${user_id}`, `UPLOAD#${file_id}`),
  /** All that somebody has begun. */
  allBegun: (user_id: string) => beginning(`USER#${user_id}`, "UPLOAD#"),
  /** All credentials that hold an upload. */
  fileUses: (objectKey: string) => beginning(`FILE#${objectKey}`, "CREDENTIAL#"),
};
