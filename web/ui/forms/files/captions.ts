import { captionsLanguage } from "../../../../shared/file/rules.ts";

/** What captions are called, by the language that their name tells: `Captions (English)`. */
export function captionsInWords(name: string): string {
  const language = captionsLanguage(name);
  if (language === undefined) return "Captions";
  return `Captions (${new Intl.DisplayNames("en-US", { type: "language" }).of(language)})`;
}
