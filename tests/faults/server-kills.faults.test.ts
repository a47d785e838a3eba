import { describeServerKills } from './describe-server-kills.ts';
import { createFolderDirectory } from './folder-directory.ts';

describeServerKills('the embedded database', createFolderDirectory);
