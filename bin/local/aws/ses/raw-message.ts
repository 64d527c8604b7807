/** What a raw message says, as far as a reader of mails wants it. */
export interface ReadMessage {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
}

/** Reads a MIME message: its addresses, its subject and its first text and HTML parts. */
export function readRaw(raw: string): ReadMessage {
  const { headers, body } = split(raw);
  const addresses = [headers.to, headers.cc, headers.bcc].flatMap((line) => (line ? line.split(/,(?![^<]*>)/) : []));
  return {
    from: words(headers.from ?? ""),
    to: addresses.map((address) => words(address.trim())).filter((address) => address !== ""),
    subject: words(headers.subject ?? ""),
    ...partsOf(headers, body),
  };
}

function split(part: string): { headers: Record<string, string>; body: string } {
  const end = /\r?\n\r?\n/.exec(part);
  const head = end ? part.slice(0, end.index) : part;
  const lines = head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
  const pairs = lines.filter((line) => line.includes(":")).map((line) => line.split(/:(.*)/s, 2));
  return {
    headers: Object.fromEntries(pairs.map(([name, value]) => [name!.trim().toLowerCase(), value!.trim()])),
    body: end ? part.slice(end.index + end[0].length) : "",
  };
}

function partsOf(headers: Record<string, string>, body: string): { text?: string; html?: string } {
  const type = headers["content-type"] ?? "text/plain";
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (type.toLowerCase().startsWith("multipart/") && boundary !== undefined) {
    const inner = body
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((part) => split(part.replace(/^\r?\n/, "")));
    const found = inner.map((part) => partsOf(part.headers, part.body));
    return {
      text: found.find(({ text }) => text !== undefined)?.text,
      html: found.find(({ html }) => html !== undefined)?.html,
    };
  }
  if (/^attachment/i.test(headers["content-disposition"] ?? "")) return {};
  const content = decode(body, (headers["content-transfer-encoding"] ?? "").toLowerCase());
  if (/^text\/html/i.test(type)) return { html: content };
  return /^text\/plain/i.test(type) ? { text: content } : {};
}

function decode(body: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  return encoding === "quoted-printable" ? quoted(body.replace(/=\r?\n/g, "")) : body;
}

const quoted = (text: string) =>
  Buffer.from(
    text.replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString();

/** Decodes `=?utf-8?B?…?=` and `=?utf-8?Q?…?=`. */
const words = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === "b" ? Buffer.from(word, "base64").toString() : quoted(word.replaceAll("_", " ")),
    );
