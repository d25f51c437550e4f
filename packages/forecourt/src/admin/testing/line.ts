/** What becomes of a form that is sent: an answer, a connection that breaks, or nothing as long as the page is there. */
export type LineReply = { readonly status: number; readonly response: unknown } | 'broken' | 'silent';

/** An XMLHttpRequest that sends forms with one file to `answer`; its path is without `/api`. */
export const lineTo = (answer: (path: string, file: File) => LineReply | Promise<LineReply>) =>
  class Line {
    readonly upload: { onprogress?: (event: object) => void } = {};
    status = 200;
    response: unknown = null;
    onload?: () => void;
    onerror?: () => void;
    onloadend?: () => void;
    path = '';
    open(_method: string, url: string): void {
      this.path = url.replace(/^\/api/, '');
    }
    setRequestHeader(): void {}
    abort(): void {}
    send(body: FormData): void {
      void Promise.resolve(answer(this.path, body.get('file') as File)).then((reply) => {
        this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 });
        if (reply === 'silent') return;
        if (reply === 'broken') this.onerror?.();
        else {
          Object.assign(this, reply);
          this.onload?.();
        }
        this.onloadend?.();
      });
    }
  };
