import * as z from "zod";

/** What is said of a field whose schema has no sentence of its own for what is wrong with it. */
const sentenceOf: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined || issue.input === null
        ? "This field is required, can't be blank"
        : "Enter a different kind of value.";
    case "too_small":
      if (issue.origin === "string") return "This field is required, can't be blank";
      return `At least ${issue.minimum}${issue.origin === "array" ? " are needed." : "."}`;
    case "too_big":
      return `At most ${issue.maximum}${issue.origin === "string" ? " characters." : "."}`;
    case "invalid_value":
      return "Choose one of the options.";
    default:
      return "Enter a valid value.";
  }
};

z.config({ customError: sentenceOf });
