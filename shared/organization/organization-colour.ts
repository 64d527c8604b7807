import * as z from "zod";
import { contrast, textContrast } from "./colour.ts";

/** What is said of a colour that is too light for an organization's. */
export const lightColourMessage = "Choose a darker color. White text isn’t readable on this one.";

/** An organization's colour: six hexadecimal digits, dark enough for white letters on it, and to be read on white. */
export const organizationColour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, "Enter a color as # and six digits, such as #13623b")
  .refine((colour) => contrast(colour, "#ffffff") >= textContrast, lightColourMessage);
