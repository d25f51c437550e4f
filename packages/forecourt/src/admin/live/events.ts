export interface StreamEvent {
  readonly id?: string;
  /** Absent: the sender is still there, and says from where to go on. */
  readonly data?: string;
}

function eventOf(block: string): StreamEvent {
  const found: { id?: string; data?: string } = {};
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^(id|data):? ?(.*)$/.exec(line) ?? [];
    if (name === 'id') found.id = value;
    if (name === 'data') found.data = found.data === undefined ? value : `${found.data}\n${value}`;
  }
  return found;
}

/** The server-sent events of a body, as they come; in whatever pieces it arrives. Ends with the body. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n').split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield eventOf(block);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
