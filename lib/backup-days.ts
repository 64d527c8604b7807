/** How long a copy of the table is kept in the vault, which takes none for less. */
export const backupDays = 35;
