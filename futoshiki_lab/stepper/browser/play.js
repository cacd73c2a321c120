class Play {}
