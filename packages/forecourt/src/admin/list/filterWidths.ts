/** As wide as its values want; on a phone one below the other, as wide as the screen. */
export const filterWidth = (wide: number) => ({ width: { xs: '100%', sm: wide } });

/** The two ends of a range: on a phone they share a line where each has room for what is typed. */
export const endWidth = (wide: number) => ({ flex: { xs: `1 1 ${wide}px`, sm: 'none' }, width: { sm: wide } });

/** Pixels that the inputs of a filter take on a wide window; of a range each end. */
export const WIDE = {
  text: 170,
  year: 110,
  yesNo: 130,
  codes: 170,
  /** A long table, which is searched. */
  searchedCodes: 220,
  ref: 190,
  dateRange: 168,
  numberRange: 110,
} as const;

/** The box of the search. */
export const searchWidth = { flex: { xs: '1 1 180px', sm: 'none' }, width: { sm: 240 } } as const;
