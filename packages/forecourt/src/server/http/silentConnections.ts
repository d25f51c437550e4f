import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A request whose head has begun to arrive is given this long to come whole. */
const HEAD_MS = 1_000;

/**
 * Watches connections on which nothing was asked yet: a browser's preconnect, the TCP check of a balancer. A server that closes waits for them,
 * and Node counts them as busy. The answer ends them, and those that still come.
 */
export function watchSilent(server: Server): () => void {
  const silent = new Set<Socket>();
  let closing = false;
  const endUnlessAsked = (socket: Socket): void =>
    void setTimeout(() => silent.has(socket) && socket.destroy(), HEAD_MS).unref();
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
    if (closing) endUnlessAsked(socket);
  });
  server.on('request', ({ socket }) => silent.delete(socket));
  return () => {
    closing = true;
    for (const socket of silent) {
      if (socket.bytesRead === 0) socket.destroy();
      else endUnlessAsked(socket);
    }
  };
}
