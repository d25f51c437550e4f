import { TOUCH } from '../admin/index.ts';

/** The size of a button in the header: that of a thumb on a phone. */
export const HEADER_BUTTON = {
  width: { xs: 44, sm: 36 },
  height: { xs: 44, sm: 36 },
  [TOUCH]: { width: 44, height: 44 },
} as const;
