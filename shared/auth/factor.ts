/** How many recovery codes there are at first. */
export const recoveryCodeCount = 10;

/** How many devices of a person are remembered at most; the oldest gives way. */
export const rememberedDevicesMax = 10;

/** How long a device is remembered, in days. */
export const rememberedDays = 30;
