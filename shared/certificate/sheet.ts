/** How far a text's type gives way so that it fits: 0 as drawn, 1 smaller, 2 smallest, 3 not on the sheet at all. */
export type Step = 0 | 1 | 2 | 3;

/** The texts of a certificate's sheet whose length nobody knows beforehand. */
export interface SheetTexts {
  readonly name: string;
  readonly title: string;
  readonly issuer: string;
  /** As plain text or HTML. */
  readonly description: string;
}

const wide = /[\p{Lu}\p{Lo}\p{Extended_Pictographic}mwMW@%—]/u;

/** How wide a text is, in times the size of its type: rather too much than too little. */
const emsOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (wide.test(character) ? 0.95 : 0.57), 0);

/** The lowest step whose limit, in ems, the text keeps. */
const stepOf = (text: string, limits: readonly number[]): number => {
  const ems = emsOf(text);
  const step = limits.findIndex((limit) => ems <= limit);
  return step < 0 ? limits.length : step;
};

/**
 * The step of each text, for sheet.css: type gives way to text, and a description too long for any size stands on a
 * page of its own (3). The limits are how many ems the lines of each step hold.
 */
export function sheetSteps({ name, title, issuer, description }: SheetTexts): Record<keyof SheetTexts, Step> {
  const blocks = description.match(/<(?:p|li|h\d|br|blockquote|pre)\b|\n/g)?.length ?? 1;
  const text = description.replace(/<[^<>]*>/g, " ");
  const described = blocks > 5 ? 3 : ([0, 1, 3] as const)[stepOf(text, [blocks > 3 ? 0 : 180, blocks > 1 ? 160 : 300])];
  return {
    name: stepOf(name, [14.5, 37]) as Step,
    title: stepOf(title, [48, 63]) as Step,
    issuer: stepOf(issuer, [32]) as Step,
    description: described as Step,
  };
}
