/** From this hour on it is afternoon (D-SHELL-04). */
const NOON = 12;

/** Two greetings, by the browser's clock. */
export const greetingKey = (hour: number): string => (hour < NOON ? 'shell.greeting.morning' : 'shell.greeting.afternoon');
