/** The product's names. An operator renames the product here and nowhere else. */
export const brand = {
  /** The product, in the top bar, mails and page titles. */
  product: "Laurel",
  /** The company of the footer's copyright line and the terms. */
  company: "Laurel Credentials, Inc.",
  /** The name mails are sent under when no organization sends them. */
  senderName: "Laurel",
  /** Where people write for help. */
  supportEmail: "support@laurel.test",
} as const;
