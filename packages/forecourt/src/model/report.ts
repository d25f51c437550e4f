/** Takes down a mistake in the file that is being checked: where (JSON pointer), and what is wrong. */
export type Report = (pointer: string, message: string) => void;
