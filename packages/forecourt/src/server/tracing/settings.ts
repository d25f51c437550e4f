/** Where traces go, by the variables that OpenTelemetry names. */
export interface TracingSettings {
  /** Address of a collector that speaks OTLP over HTTP; `/v1/traces` is put behind it. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly service: string;
  /** Of the requests that bring no decision of their own, 0 to 1. */
  readonly ratio: number;
}

/** `name=value`, separated by commas, values percent-encoded; undefined for what is none. */
function headersOf(text: string): Record<string, string> | undefined {
  try {
    const pairs = text
      .split(',')
      .filter((pair) => pair.trim() !== '')
      .map((pair) => /^\s*([\w-]+)\s*=\s*(.+?)\s*$/.exec(pair));
    if (pairs.includes(null)) return undefined;
    return Object.fromEntries(pairs.map((pair) => [pair![1]!.toLowerCase(), decodeURIComponent(pair![2]!)]));
  } catch {
    return undefined;
  }
}

/** Reads the settings; undefined where nothing is to be traced. Mistakes are told to `wrong`. */
export function readTracingSettings(
  read: (name: string) => string | undefined,
  wrong: (problem: string) => void,
): TracingSettings | undefined {
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT');
  const headers = headersOf(read('OTEL_EXPORTER_OTLP_HEADERS') ?? '');
  const service = read('OTEL_SERVICE_NAME') ?? 'forecourt';
  const ratio = Number(read('OTEL_TRACES_SAMPLER_ARG') ?? '1');
  if (headers === undefined) wrong('OTEL_EXPORTER_OTLP_HEADERS must be name=value, several separated by commas');
  if (!(ratio >= 0 && ratio <= 1)) wrong('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1');
  if (endpoint === undefined) return undefined;
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint))
    wrong(`OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://collector:4318, not "${endpoint}"`);
  return { endpoint: endpoint.replace(/\/+$/, ''), headers: headers ?? {}, service, ratio };
}
