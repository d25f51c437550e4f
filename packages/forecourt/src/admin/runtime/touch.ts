/** Where fingers press: whatever is pressed is at least 44 px high there, and as close as before for a mouse. */
export const TOUCH = '@media (pointer: coarse)';

const THUMB_PX = 48;

/** The height of what takes the work further: a thumb finds it without looking. */
export const THUMB = { minHeight: { xs: THUMB_PX, sm: 36 }, [TOUCH]: { minHeight: THUMB_PX } } as const;
