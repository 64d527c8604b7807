import { personId } from "../../api/person.ts";

/** Where something that was not sent yet is kept in the browser, for one person alone. */
export interface DraftPlace {
  /** What it is a draft of: a form's name, say. */
  readonly kind: string;
  /** What it is about: the page's path, or the id of a thing. */
  readonly about: string;
  /** `tab`: until the tab is closed or its person leaves; `device`: until it is sent. */
  readonly kept: "tab" | "device";
}

/** What somebody has typed and not sent. */
export interface Draft<Value> {
  read(): Value | undefined;
  /** Keeps it in place of the former; never secrets. */
  keep(value: Value): void;
  drop(): void;
}

const secret = /password|token|account|aba|card|secret/i;
const withoutSecrets = (name: string, value: unknown) => (secret.test(name) ? undefined : value);

/** What the browser had no room for: the page itself still has it. */
const unkept = new Map<string, string>();

/** The draft at a place of whoever is signed in now; who signs out meanwhile still finds it on coming back. */
export function draftAt<Value>({ kind, about, kept }: DraftPlace): Draft<Value> {
  const name = `${kind} ${personId()} ${about}`;
  const storage = () => (kept === "tab" ? sessionStorage : localStorage);
  const drop = () => {
    unkept.delete(name);
    storage().removeItem(name);
  };
  return {
    read() {
      try {
        return JSON.parse(unkept.get(name) ?? storage().getItem(name) ?? "null") ?? undefined;
      } catch {
        return undefined; // something that is no draft of ours
      }
    },
    keep(value) {
      drop();
      const text = JSON.stringify(value, withoutSecrets);
      try {
        storage().setItem(name, text);
      } catch {
        unkept.set(name, text);
      }
    },
    drop,
  };
}
