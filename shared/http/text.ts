/** Characters that nobody sees: control, zero-width and direction characters, fillers, halves of characters. */
const unseen = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * What of the unseen belongs to how a word is spelled: joiners between letters of scripts that have them, selectors of a
 * letter's form, the parts of an emoji.
 */
const spelledOrUnseen =
  /(?<=(?![\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}])\p{L}\p{M}*)[\u200c\u200d](?=\p{L})|(?<=[\p{sc=Han}\p{sc=Mong}])[\u180b-\u180d\u180f\ufe00-\ufe02\u{e0100}-\u{e01ef}]|(?<=\p{ExtPict})[\ufe0e\ufe0f]|\ufe0f(?=\u20e3)|(?<=\p{ExtPict}|\p{EMod}|\ufe0f)\u200d(?=\p{ExtPict})|(?<=\u{1f3f4}[\u{e0020}-\u{e007e}]*)[\u{e0020}-\u{e007f}]|([\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}])/gu;
const withoutUnseen = (text: string, keeps = ""): string =>
  text.replace(spelledOrUnseen, (sign, isUnseen?: string) =>
    isUnseen === undefined || keeps.includes(sign) ? sign : "",
  );

/** What was typed on one line, as it is kept: in Unicode's normal form, without characters that nobody sees. */
export const asLine = (text: string): string => withoutUnseen(text.normalize("NFC").replace(/\s/g, " ")).trim();

/** What was typed as plain text of several lines, as it is kept. */
export const asLines = (text: string): string =>
  withoutUnseen(text.normalize("NFC").replace(/\r\n?/g, "\n"), "\n\t").trim();

/** A name as it looks: two that give the same cannot be told apart, whatever their case, spaces and forms of letters. */
export const lookOf = (name: string): string =>
  asLine(name.normalize("NFKC"))
    .replace(unseen, "")
    .toUpperCase() // both, as ß and ss, ſ and s have only one of them in common
    .toLowerCase()
    .replaceAll("ς", "σ")
    .normalize("NFKC")
    .replace(/\s+/g, " ");

/** Whether rich text shows nothing: only tags, entities, white space and characters that nobody sees. */
export const isBlank = (html: string): boolean =>
  !/[\p{L}\p{N}\p{P}\p{S}]/u.test(
    html
      .replace(/<[^<>]*>?/g, "")
      .replace(/&#?\w{1,31};/g, "")
      .replace(unseen, "")
      .replaceAll("\u2800", ""), // Braille without a dot
  );

/** Hosts that are another one on everybody's machine and network: this machine, the local network, and the link. */
const nearby =
  /^(?:0|10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168|192\.0\.0|198\.1[89]|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|22[4-9]|2[345]\d)\.[\d.]+$|(?:^|\.)(?:localhost|local|internal|home\.arpa)$/;

/** A web address that leads everybody to the same place, without a name and password in it. */
export const isWebAddress = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return false;
  const host = url.hostname.replace(/\.$/, "");
  return host.includes(".") && !nearby.test(host);
};
