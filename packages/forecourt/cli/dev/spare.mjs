/**
 * A server that `forecourt dev` keeps ready: it has loaded the framework, which is most of a start, and waits to be told which application to serve.
 * It ends with whoever keeps it.
 */
const [, , framework] = process.argv;

/** Messages that came while the framework was loading wait here. */
const told = new Promise((resolve) => process.once('message', resolve));
const leave = () => process.exit(0);
process.once('disconnect', leave);
await import(framework);
const { server } = await told;
process.off('disconnect', leave);
process.disconnect();
// The server reads its own command line.
process.argv = [process.execPath, server];
await import(server);
