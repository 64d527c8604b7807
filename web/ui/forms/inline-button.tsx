import Button, { type ButtonProps } from "@cloudscape-design/components/button";

/** A button within a line of text, aimed at in 24 px. */
export const InlineButton = (props: Omit<ButtonProps, "variant">) => (
  <span className="inline-button">
    <Button {...props} variant="inline-link" />
  </span>
);
