"""Where frames come from: cameras, streams, a phone, clips and folders of pictures. Knows no dice."""
