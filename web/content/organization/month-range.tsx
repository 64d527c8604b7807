import FormField from "@cloudscape-design/components/form-field";
import Select from "@cloudscape-design/components/select";
import {
  analyticsMonthsDefault,
  analyticsMonthsMax,
  monthAfter,
  monthsBetween,
} from "../../../shared/organization/analytics.ts";
import { useUrlState } from "../../ui/lists/url-state.ts";
import { monthName } from "./analytics-words.ts";
import "./analytics.css";

const monthsOffered = 36;

/** The present month. */
export const presentMonth = () => new Date().toISOString().slice(0, 7);

/** The months of the address: the last twelve up to the latest offered one unless it says otherwise. */
export function useMonthRange(latest = presentMonth()) {
  const offered = monthsBetween(monthAfter(latest, 1 - monthsOffered), latest);
  const [to, setTo] = useUrlState("to", latest);
  const [from, setFrom] = useUrlState("from", monthAfter(latest, 1 - analyticsMonthsDefault));
  const known = (month: string, otherwise: string) => (offered.includes(month) ? month : otherwise);
  const last = known(to, latest);
  const first = known(from, monthAfter(last, 1 - analyticsMonthsDefault));
  const length = monthsBetween(first, last).length;
  const fits = length > 0 && length <= analyticsMonthsMax;
  return {
    offered,
    from: fits ? first : monthAfter(last, 1 - analyticsMonthsDefault),
    to: last,
    onFrom: setFrom,
    onTo: setTo,
  };
}

/** The choice of the months that a page is about. */
export function MonthRange({ offered, from, to, onFrom, onTo }: ReturnType<typeof useMonthRange>) {
  const option = (month: string) => ({ value: month, label: monthName(month, "long") });
  const firsts = monthsBetween(monthAfter(to, 1 - analyticsMonthsMax), to).filter((month) => offered.includes(month));
  return (
    <div className="analytics-range">
      <FormField label="From">
        <Select
          selectedOption={option(from)}
          options={firsts.toReversed().map(option)}
          onChange={({ detail }) => onFrom(detail.selectedOption.value ?? "")}
        />
      </FormField>
      <FormField label="To">
        <Select
          selectedOption={option(to)}
          options={offered.toReversed().map(option)}
          onChange={({ detail }) => onTo(detail.selectedOption.value ?? "")}
        />
      </FormField>
    </div>
  );
}
