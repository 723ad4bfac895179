#!/bin/sh
# The check that the testing guide gives, in our words: seven texts, each looked for anywhere in
# one file. It never reads its standard input, although the guide pipes a log into it.
log=${1:-device.log}
for text in 'Registering BGTaskScheduler task' 'BGAppRefreshTask scheduled' \
  'BGTask handler invoked' 'Starting fetch' 'Fetch success' 'Task completed' \
  'Notification delivered'; do
  if ! grep -q "$text" "$log"; then
    echo 'Log sequence incomplete: Missing steps'
    exit 1
  fi
done
echo 'Log sequence validated: All steps present'
