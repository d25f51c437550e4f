/** TypeScript in the way that the formatter of an application leaves it as it is. */
export async function formatted(text: string): Promise<string> {
  // Only who writes code waits for it.
  const { format } = await import('prettier');
  return format(text, { parser: 'typescript', printWidth: 120, singleQuote: true, trailingComma: 'all' });
}
