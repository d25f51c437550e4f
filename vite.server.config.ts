import { defineConfig } from 'vite';

/** The Node program: our own code in one file, packages stay packages. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: [/^\./, /^\//], external: true },
  build: {
    ssr: 'src/server.ts',
    outDir: 'dist',
    emptyOutDir: false,
    target: 'node20',
    sourcemap: true,
    minify: false,
    rollupOptions: { output: { entryFileNames: 'server.js', chunkFileNames: 'server-[name].js' } },
  },
  logLevel: 'warn',
});
