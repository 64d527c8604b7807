import { type Stringifier, stringify } from "csv-stringify";
import type { Sheet } from "../../../functions/sheets/sheet.ts";

/** A row as csv-stringify takes it. */
export const attemptsOf = <Row>({ columns }: Sheet<Row>, row: Row): string[] => columns.map(({ value }) => value(row));

/** csv-stringify, set to write what ours writes. */
export const stringifier = <Row>({ columns }: Sheet<Row>): Stringifier =>
  stringify({
    header: true,
    columns: columns.map(({ header }) => header),
    escape_formulas: true,
    record_delimiter: "windows",
  });
