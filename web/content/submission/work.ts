import type { FieldErrors, Resolver } from "react-hook-form";
import { responseTypes, responseTypesOf } from "../../../shared/credential/response-types.ts";
import type { InputOf } from "../../../shared/http/call.ts";
import { richTextLimits, tooLong } from "../../../shared/http/rich-text-limits.ts";
import { isWebAddress } from "../../../shared/http/text.ts";
import type { saveSection } from "../../../shared/submission/calls.ts";
import { answeredIn } from "../../../shared/submission/rules.ts";
import type { SubmissionSection } from "../../../shared/submission/submission-views.ts";
import type { StoredFile } from "../../ui/forms/files/file-field.tsx";

/** What is typed, as the form keeps it. */
export interface WorkValues {
  response: string;
  links: string[];
  attachments: StoredFile[];
  options: string[];
}

/** The most characters of a link. */
export const linkLengthMax = 2000;

function faultOfLink(typed: string): string | undefined {
  const link = typed.trim();
  if (link === "") return undefined; // a line not filled in yet
  if (link.length > linkLengthMax) return `At most ${linkLengthMax} characters.`;
  return isWebAddress(link) ? undefined : "Please Enter Valid URL";
}

const limit = richTextLimits.ordinaryCharacters;
const fault = (message: string) => ({ type: "rule", message });

/** What is wrong with what is typed, by field; the rest of the rules cannot be broken by typing, and are the server's. */
export function faultsOf({ response, links }: WorkValues): FieldErrors<WorkValues> {
  const wrong = links.map(faultOfLink);
  return {
    ...(response.length > limit ? { response: fault(tooLong(response, limit)) } : {}),
    ...(wrong.some(Boolean) ? { links: wrong.map((message) => message && fault(message)) } : {}),
  } as FieldErrors<WorkValues>;
}

/** Checks what is typed without the call's schema, which weighs more than the page. */
export const resolver: Resolver<WorkValues, unknown, WorkValues> = (values) => {
  const errors = faultsOf(values);
  return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
};

/** An answer as it is sent. */
export type SentAnswer = Pick<InputOf<typeof saveSection>, "response" | "links" | "attachments" | "options">;

/** What is sent of what is typed: without empty lines. */
export const answerOf = ({ response, links, attachments, options }: WorkValues): SentAnswer => ({
  response,
  links: links.map((link) => link.trim()).filter((link) => link !== ""),
  attachments: attachments.map(({ key, name, type, captions_of }) => ({
    ...{ key, name },
    ...(type ? { type } : {}),
    ...(captions_of ? { captions_of } : {}),
  })),
  options,
});

/** The ways a section may be answered. */
export function waysOf({ response_type }: Pick<SubmissionSection, "response_type">) {
  const types = responseTypesOf(response_type);
  return {
    text: types.includes(responseTypes.text),
    file: types.includes(responseTypes.file),
    option: types.includes(responseTypes.option),
  };
}

/** Where the work on a section stands for its learner while the submission is in their hands. */
export type Standing = "accepted" | "revise" | "answered" | "open";

/** Where a section stands for its learner. */
export function standingOf(section: SubmissionSection): Standing {
  if (section.status === "accepted") return "accepted";
  if (section.status === "rejected") return "revise";
  const types = responseTypesOf(section.response_type);
  return answeredIn(section.work).some((kind) => types.includes(kind)) ? "answered" : "open";
}

/** What a section still wants, in the quoted words; undefined when it is answered. */
export function missingIn(section: SubmissionSection): string | undefined {
  const types = responseTypesOf(section.response_type);
  if (section.status === "accepted" || answeredIn(section.work).some((kind) => types.includes(kind))) return undefined;
  return section.response_type === String(responseTypes.file)
    ? "Please upload the required document"
    : "A response is required";
}
