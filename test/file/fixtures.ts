import { contract } from "../../shared/contract.ts";
import type { Folder } from "../../shared/file/file.ts";
import type { Person } from "../support/people.ts";

const { file } = contract;

/** A small PDF, as far as its first bytes tell. */
export const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n");

/** What an upload form allows. */
export interface Form {
  readonly url: string;
  readonly fields: Record<string, string>;
  readonly key: string;
}

/** Asks for the right to upload. */
export async function intent(person: Person, folder: Folder, name: string, size: number): Promise<Form> {
  const answer = await person.call(file.upload, { name, type: "", size, folder });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
}

/** Posts a file to the storage as the browser does; answers the status. */
export async function post({ url, fields }: Omit<Form, "key">, bytes: Uint8Array): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new Blob([new Uint8Array(bytes)]));
  return (await fetch(url, { method: "POST", body: form })).status;
}

/** Uploads and confirms; answers the key. */
export async function uploaded(person: Person, folder: Folder, name: string, bytes: Uint8Array = pdf): Promise<string> {
  const form = await intent(person, folder, name, bytes.length);
  await post(form, bytes);
  const confirmed = await person.call(file.confirm, { key: form.key });
  if (confirmed.status !== 200) throw new Error(confirmed.text);
  return form.key;
}
