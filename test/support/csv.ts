import { parse } from "csv-parse/sync";

/** The records of a CSV file as another's strict parser reads them: it throws where one is not as wide as the first. */
export const recordsOf = (file: string): string[][] => parse(file, { bom: true, record_delimiter: "\r\n" });
