import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SERVER = 'http://127.0.0.1:8080';

/** The browser part. `npm run dev` serves it with hot reload against a server started beside it. */
export default defineConfig({
  plugins: [react()],
  /** The server writes a fresh nonce into each page: the content security policy allows nothing inline without it. */
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
  },
  server: { proxy: { '/api': SERVER, '/files': SERVER } },
});
