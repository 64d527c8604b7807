/** Days that an export somebody asked for is kept; a month's own stays. */
export const exportDays = 30;
