// Reads and parses the files listed in the file LIST, one path a line, on this thread.
//   node bench/parse-all.mjs LIST
import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';

const list = process.argv[2];
if (list === undefined) throw new Error('parse-all.mjs needs the file with the list of files');
let nodes = 0;
for (const file of readFileSync(list, 'utf8').split('\n').filter(Boolean)) {
  // The tree is built when `program` is read.
  nodes += parseSync(file, readFileSync(file, 'utf8')).program.body.length;
}
console.log(nodes);
