/** A file of people, and what its report says line by line, or why it cannot be read. Written by hand. */
export interface FileCase {
  readonly name: string;
  readonly bytes: string | Uint8Array;
  /** The lines of the report, its heading first; `{member}` and `{invited}` stand for addresses of the organization, `{id}` for one of its two credentials of one title. */
  readonly report?: readonly string[];
  readonly fault?: string;
}

const utf16 = (text: string, order: "le" | "be"): Uint8Array => {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return order === "le" ? bytes : bytes.swap16();
};
const latin1 = (text: string): Uint8Array => Buffer.from(text, "latin1");
const people = (count: number): string =>
  `Email,Role\n${Array.from({ length: count }, (_, index) => `p${index}@many.test,Learner`).join("\n")}\n`;

const head = "Email,Role,Result,Details";
const fine = [head, "ann@file.test,Learner,Not invited yet,"];

const tooLong = "This line has more than 10,000 characters or 200 columns. Check its quotation marks.";
const tooLongFirst =
  "The first line is too long. Keep it to 200 columns and 10,000 characters, and check its quotation marks.";

export const fileCases: readonly FileCase[] = [
  { name: "commas and line feeds", bytes: "Email,Role\nann@file.test,Learner\n", report: fine },
  { name: "semicolons", bytes: "Email;Role\nann@file.test;Learner\n", report: fine },
  { name: "tabs", bytes: "Email\tRole\nann@file.test\tLearner\n", report: fine },
  { name: "Excel's line about separators", bytes: "sep=;\r\nEmail;Role\r\nann@file.test;Learner\r\n", report: fine },
  {
    name: "Excel's line about separators, and a fault counted with it",
    bytes: "sep=;\r\nEmail;Role\r\nann;Learner\r\n",
    report: [head, 'ann,Learner,Error,"Line 3, Email: Please enter valid Email"'],
  },
  { name: "carriage returns and line feeds", bytes: "Email,Role\r\nann@file.test,Learner\r\n", report: fine },
  { name: "carriage returns alone", bytes: "Email,Role\rann@file.test,Learner\r", report: fine },
  { name: "no line break at the end", bytes: "Email,Role\nann@file.test,Learner", report: fine },
  { name: "the mark of UTF-8", bytes: "\uFEFFEmail,Role\nann@file.test,Learner\n", report: fine },
  { name: "UTF-16, little end first", bytes: utf16("Email\tRole\nann@file.test\tLearner\n", "le"), report: fine },
  { name: "UTF-16, big end first", bytes: utf16("Email\tRole\nann@file.test\tLearner\n", "be"), report: fine },
  {
    name: "letters of many languages",
    bytes: "Email,Role,First name,Last name\nzoë@file.test,Learner,Zoë,O’Brien\nli@file.test,Learner,李,明\n",
    report: [
      "Email,Role,First name,Last name,Result,Details",
      'zoë@file.test,Learner,Zoë,O’Brien,Error,"Line 2, Email: Please enter valid Email"',
      "li@file.test,Learner,李,明,Not invited yet,",
    ],
  },
  {
    name: "the letters of old Windows",
    bytes: latin1("Email,Role,First name\nann@file.test,Learner,Zo\xeb\n"),
    fault: "We can’t read the letters of this file. Save it as UTF-8 and try again.",
  },
  {
    name: "the letters of old Windows, far below",
    bytes: latin1(`${people(300)}ann@file.test,Learner,Zo\xeb\n`),
    fault: "We can’t read the letters of this file. Save it as UTF-8 and try again.",
  },
  { name: "nothing but a heading", bytes: "Email,Role\n", fault: "This file has no people below its first line." },
  { name: "nothing but empty lines", bytes: "\n\n\n", fault: "This file is empty." },
  {
    name: "no column of addresses",
    bytes: "Name,Role\nAnn,Learner\n",
    fault: "The first line has no column “Email”. Download the template to see how it goes.",
  },
  {
    name: "no column of roles",
    bytes: "Email\nann@file.test\n",
    fault: "The first line has no column “Role”. Download the template to see how it goes.",
  },
  {
    name: "no heading at all",
    bytes: "ann@file.test,Learner\n",
    fault: "The first line has no column “Email”. Download the template to see how it goes.",
  },
  {
    name: "two columns of addresses",
    bytes: "Email,E-mail,Role\nann@file.test,bo@file.test,Learner\n",
    fault: "The first line has the column “Email” twice.",
  },
  {
    name: "columns in another order, and ones we do not read",
    bytes: "Notes,ROLE,Surname,e-mail address\nseat 4,learner,Lee,ann@file.test\n",
    report: ["Notes,ROLE,Surname,e-mail address,Result,Details", "seat 4,learner,Lee,ann@file.test,Not invited yet,"],
  },
  {
    name: "quoted separators, quotes and line breaks",
    bytes: 'Email,Role,First name,Notes\n"ann@file.test",Learner,"Ann ""A.""","one\ntwo, three"\nbo,Learner,,\n',
    report: [
      "Email,Role,First name,Notes,Result,Details",
      'ann@file.test,Learner,"Ann ""A.""","one\ntwo, three",Not invited yet,',
      'bo,Learner,,,Error,"Line 4, Email: Please enter valid Email"',
    ],
  },
  {
    name: "a quotation mark that is not closed",
    bytes: 'Email,Role\nann@file.test,Learner\n"bo@file.test,Learner\ncy@file.test,Learner\n',
    fault: "A quotation mark after line 2 isn’t closed.",
  },
  {
    name: "quotation marks in the middle of a cell",
    bytes: 'Email,Role,First name\nann@file.test,Learner,An "A" n\n',
    report: ["Email,Role,First name,Result,Details", 'ann@file.test,Learner,"An ""A"" n",Not invited yet,'],
  },
  {
    name: "empty lines between people",
    bytes: "Email,Role\n\nann@file.test,Learner\n , \nbo,Learner\n",
    report: [fine[0]!, fine[1]!, 'bo,Learner,Error,"Line 5, Email: Please enter valid Email"'],
  },
  {
    name: "spaces around cells",
    bytes: "Email , Role\n  ann@file.test ,  Learner \n",
    report: fine,
  },
  {
    name: "a line that ends early",
    bytes: "Email,Role\nann@file.test\n",
    report: [head, 'ann@file.test,,Error,"Line 2, Role: Role field can not be empty"'],
  },
  {
    name: "a line with cells too many",
    bytes: "Email,Role\nann@file.test,Learner,more\n",
    report: [
      "Email,Role,,Result,Details",
      "ann@file.test,Learner,more,Error,Line 2: This line has more cells than the first line has columns. Check its separators and quotation marks.",
    ],
  },
  {
    name: "nobody's address",
    bytes: "Email,Role\n,Learner\n",
    report: [head, ',Learner,Error,"Line 2, Email: Email field can not be empty"'],
  },
  {
    name: "two faults in a line",
    bytes: "Email,Role\nann,\n",
    report: [head, 'ann,,Error,"Line 2, Email: Please enter valid Email; Line 2, Role: Role field can not be empty"'],
  },
  {
    name: "formulas in every cell",
    bytes: "Email,Role,First name\n=1+1,Learner,Ann\nann@file.test,=A1,Ann\nbo@file.test,Learner,=HYPERLINK(1)\n",
    report: [
      "Email,Role,First name,Result,Details",
      '\'=1+1,Learner,Ann,Error,"Line 2, Email: Please enter valid Email"',
      'ann@file.test,\'=A1,Ann,Error,"Line 3, Role: Your organization has no role “=A1”."',
      "bo@file.test,Learner,'=HYPERLINK(1),Not invited yet,",
    ],
  },
  {
    name: "numbers that spreadsheets would change",
    bytes: "Email,Role,Student number\nann@file.test,Learner,007\n",
    report: ["Email,Role,Student number,Result,Details", 'ann@file.test,Learner,"=""007""",Not invited yet,'],
  },
  {
    name: "the same person twice",
    bytes: "Email,Role\nann@file.test,Learner\nbo@file.test,Learner\nann@file.test,Reviewer\n",
    report: [
      ...fine,
      "bo@file.test,Learner,Not invited yet,",
      'ann@file.test,Reviewer,Error,"Line 4, Email: This address is already in line 2."',
    ],
  },
  {
    name: "the same person twice, once in capitals",
    bytes: "Email,Role\nann@file.test,Learner\nANN@File.Test,LEARNER\n",
    report: [...fine, 'ANN@File.Test,LEARNER,Error,"Line 3, Email: This address is already in line 2."'],
  },
  {
    name: "a domain in its own letters, and the same as the network knows it",
    bytes: "Email,Role\nann@müller.example,Learner\nann@xn--mller-kva.example,Learner\n",
    report: [
      head,
      "ann@müller.example,Learner,Not invited yet,",
      'ann@xn--mller-kva.example,Learner,Error,"Line 3, Email: This address is already in line 2."',
    ],
  },
  {
    name: "every role that an admin may give",
    bytes:
      "Email,Role\na@file.test,Admin\nb@file.test,Issuer\nc@file.test,Reviewer\nd@file.test,Learner\ne@file.test,{custom}\n",
    report: [
      head,
      "a@file.test,Admin,Not invited yet,",
      "b@file.test,Issuer,Not invited yet,",
      "c@file.test,Reviewer,Not invited yet,",
      "d@file.test,Learner,Not invited yet,",
      "e@file.test,{custom},Not invited yet,",
    ],
  },
  {
    name: "roles that an admin may not give, and none at all",
    bytes: "Email,Role\na@file.test,Publisher\nb@file.test,Superadmin\nc@file.test,Teacher\nd@file.test,Custom\n",
    report: [
      head,
      'a@file.test,Publisher,Error,"Line 2, Role: You can’t invite people to this role."',
      'b@file.test,Superadmin,Error,"Line 3, Role: You can’t invite people to this role."',
      'c@file.test,Teacher,Error,"Line 4, Role: Your organization has no role “Teacher”."',
      'd@file.test,Custom,Error,"Line 5, Role: Your organization has no role “Custom”."',
    ],
  },
  {
    name: "a member and somebody invited already, in capitals",
    bytes: "Email,Role\n{MEMBER},Learner\n{invited},Learner\n",
    report: [head, "{MEMBER},Learner,Already a member,", "{invited},Learner,Already invited,"],
  },
  {
    name: "a name that is too long, and one of spaces",
    bytes: `Email,Role,First name,Last name\nann@file.test,Learner,${"A".repeat(40)},\u00a0\n`,
    report: [
      "Email,Role,First name,Last name,Result,Details",
      `ann@file.test,Learner,${"A".repeat(40)},,Not invited yet,`,
    ],
  },
  {
    name: "employers and credentials in columns of any order, by title and by ID",
    bytes:
      "Credential,Role,Company,Email\nReading,Learner,Mill School,ann@file.test\n{id},learner,,bo@file.test\n,Reviewer,Mill School,cy@file.test\n",
    report: [
      "Credential,Role,Company,Email,Result,Details",
      "Reading,Learner,Mill School,ann@file.test,Not invited yet,",
      "{id},learner,,bo@file.test,Not invited yet,",
      ",Reviewer,Mill School,cy@file.test,Not invited yet,",
    ],
  },
  {
    name: "credentials that nobody can be invited to",
    bytes:
      "Email,Role,Credential\na@file.test,Learner,reading\nb@file.test,Learner,Twice\nc@file.test,Learner,Unfinished\nd@file.test,Reviewer,Reading\ne@file.test,Learner,{foreign}\n",
    report: [
      "Email,Role,Credential,Result,Details",
      'a@file.test,Learner,reading,Error,"Line 2, Credential: Your organization has no credential “reading”."',
      'b@file.test,Learner,Twice,Error,"Line 3, Credential: Several credentials are called “Twice”. Write the ID of the one you mean."',
      'c@file.test,Learner,Unfinished,Error,"Line 4, Credential: “Unfinished” isn’t published."',
      'd@file.test,Reviewer,Reading,Error,"Line 5, Credential: Only learners can be invited to a credential."',
      'e@file.test,Learner,{foreign},Error,"Line 6, Credential: Your organization has no credential “{foreign}”."',
    ],
  },
  {
    name: "employers with names that are too long, and of people who declare none",
    bytes: `Email,Role,Employer\nann@file.test,Learner,${"A".repeat(101)}\nbo@file.test,Admin,${"B".repeat(101)}\n`,
    report: [
      "Email,Role,Employer,Result,Details",
      `ann@file.test,Learner,${"A".repeat(101)},Error,"Line 2, Employer: At most 100 characters."`,
      `bo@file.test,Admin,${"B".repeat(101)},Not invited yet,`,
    ],
  },
  {
    name: "an address as long as no key of the table",
    bytes: `Email,Role\n${"a".repeat(1500)}@file.test,Learner\nann@file.test,Learner\n`,
    report: [
      head,
      `${"a".repeat(1500)}@file.test,Learner,Error,"Line 2, Email: Please enter valid Email"`,
      "ann@file.test,Learner,Not invited yet,",
    ],
  },
  {
    name: "a line that is longer than an item of the table",
    bytes: `Email,Role,Notes\nann@file.test,Learner,${"é".repeat(400_000)}\nbo@file.test,Learner,\n`,
    report: [
      "Email,Role,Notes,Result,Details",
      `ann@file.test,Learner,${"é".repeat(9980)},Error,"Line 2: ${tooLong}"`,
      "bo@file.test,Learner,,Not invited yet,",
    ],
  },
  {
    name: "a line of nothing but separators, more than anybody has",
    bytes: `Email,Role\nann@file.test,Learner${",".repeat(500_000)}\n`,
    report: [
      `${head.replace(",Result", `${",".repeat(198)},Result`)}`,
      `ann@file.test,Learner${",".repeat(198)},Error,"Line 2: ${tooLong}"`,
    ],
  },
  {
    name: "a first line that is longer than an item of the table",
    bytes: `Email,Role,${"N".repeat(500_000)}\nann@file.test,Learner,\n`,
    fault: tooLongFirst,
  },
  {
    name: "a heading for every separator of a long first line",
    bytes: `Email,Role${",x".repeat(300)}\nann@file.test,Learner,\n`,
    fault: tooLongFirst,
  },
  {
    name: "roles that are named as what every object has",
    bytes: "Email,Role\nann@file.test,__proto__\nbo@file.test,constructor\n",
    report: [
      head,
      'ann@file.test,__proto__,Error,"Line 2, Role: Your organization has no role “__proto__”."',
      'bo@file.test,constructor,Error,"Line 3, Role: Your organization has no role “constructor”."',
    ],
  },
  { name: "5,001 people", bytes: people(5001), fault: "This file has 5,001 people. Import at most 5,000 at once." },
  {
    name: "no CSV but a picture",
    bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]),
    fault: "This file isn’t a CSV file, even though its name says so. Save it in that format and try again.",
  },
];
