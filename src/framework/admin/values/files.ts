/**
 * Address of a stored file. Records hold only its name; the server answers a signed address beside it as `<field>Url`
 * (`<field>Urls` for several). A name without one is looked up below the public file path.
 */
export function fileUrl(apiUrl: string, record: Readonly<Record<string, unknown>> | undefined, field: string, name: string, index = 0): string {
  if (/^(https?:|blob:|data:image\/|\/)/.test(name)) return name;
  const signed = record?.[`${field}Url`];
  if (typeof signed === 'string' && signed) return signed;
  const several = record?.[`${field}Urls`];
  if (Array.isArray(several) && typeof several[index] === 'string') return several[index];
  return `${apiUrl}/basics/file/${encodeURIComponent(name)}`;
}
