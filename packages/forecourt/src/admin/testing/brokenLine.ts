/** An `XMLHttpRequest` that breaks with whatever it carries, to put in the place of the browser's. */
export class BrokenLine {
  readonly upload = {};
  onerror?: () => void;
  open(): void {}
  setRequestHeader(): void {}
  abort(): void {}
  send(): void {
    queueMicrotask(() => this.onerror?.());
  }
}
